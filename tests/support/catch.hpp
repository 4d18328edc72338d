#pragma once
// The one place that names Catch2's header: version 3 will be a change of this line.
#include <catch2/catch.hpp>
