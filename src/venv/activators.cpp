// SPDX-License-Identifier: Apache-2.0
#include "venv/activators.hpp"

#include "base/shell_word.hpp"

#include <string>

namespace kenv::venv {
namespace {

// The names of what is saved are those of CPython's own scripts, and so is the word that asks to stay ready for another
// environment ("nondestructive"): activating one over the other, in either order, leaves the first one.

constexpr std::string_view kPosix =
    R"SH(# Source this file: `. bin/activate` (bash, zsh, dash, ksh). `deactivate` undoes it.

deactivate() {
    if [ -n "${_OLD_VIRTUAL_PATH+set}" ]; then
        PATH="$_OLD_VIRTUAL_PATH"
        export PATH
        unset _OLD_VIRTUAL_PATH
    fi
    if [ -n "${_OLD_VIRTUAL_PYTHONHOME+set}" ]; then
        PYTHONHOME="$_OLD_VIRTUAL_PYTHONHOME"
        export PYTHONHOME
        unset _OLD_VIRTUAL_PYTHONHOME
    fi
    if [ -n "${_OLD_VIRTUAL_PS1+set}" ]; then
        PS1="$_OLD_VIRTUAL_PS1"
        unset _OLD_VIRTUAL_PS1
    fi
    unset VIRTUAL_ENV VIRTUAL_ENV_PROMPT
    # The shell remembers where it found commands; those places have changed.
    hash -r 2>/dev/null || true
    if [ "${1:-}" != nondestructive ]; then
        unset -f deactivate
    fi
}

# Leaves an environment that is active already, this one or another.
deactivate nondestructive

VIRTUAL_ENV=@ROOT@
VIRTUAL_ENV_PROMPT=@PROMPT@
export VIRTUAL_ENV VIRTUAL_ENV_PROMPT

_OLD_VIRTUAL_PATH="$PATH"
PATH="$VIRTUAL_ENV/bin:$PATH"
export PATH

# PYTHONHOME would make the environment's Python load another installation.
if [ -n "${PYTHONHOME+set}" ]; then
    _OLD_VIRTUAL_PYTHONHOME="$PYTHONHOME"
    unset PYTHONHOME
fi

if [ -z "${VIRTUAL_ENV_DISABLE_PROMPT:-}" ]; then
    _OLD_VIRTUAL_PS1="${PS1:-}"
    PS1="($VIRTUAL_ENV_PROMPT) ${PS1:-}"
fi

hash -r 2>/dev/null || true
)SH";

constexpr std::string_view kFish = R"FISH(# Source this file: `source bin/activate.fish`. `deactivate` undoes it.

function deactivate -d 'Leave the virtual environment'
    if set -q _OLD_VIRTUAL_PATH
        set -gx PATH $_OLD_VIRTUAL_PATH
        set -e _OLD_VIRTUAL_PATH
    end
    if set -q _OLD_VIRTUAL_PYTHONHOME
        set -gx PYTHONHOME $_OLD_VIRTUAL_PYTHONHOME
        set -e _OLD_VIRTUAL_PYTHONHOME
    end
    if set -q _OLD_FISH_PROMPT_OVERRIDE; and functions -q _old_fish_prompt
        functions -e fish_prompt
        functions -c _old_fish_prompt fish_prompt
        functions -e _old_fish_prompt
    end
    set -e _OLD_FISH_PROMPT_OVERRIDE
    set -e VIRTUAL_ENV
    set -e VIRTUAL_ENV_PROMPT
    if test "$argv[1]" != nondestructive
        functions -e deactivate
    end
end

# Leaves an environment that is active already, this one or another.
deactivate nondestructive

set -gx VIRTUAL_ENV @ROOT@
set -gx VIRTUAL_ENV_PROMPT @PROMPT@
set -g _OLD_VIRTUAL_PATH $PATH
set -gx PATH $VIRTUAL_ENV/bin $PATH

if set -q PYTHONHOME
    set -g _OLD_VIRTUAL_PYTHONHOME $PYTHONHOME
    set -e PYTHONHOME
end

if test -z "$VIRTUAL_ENV_DISABLE_PROMPT"; and functions -q fish_prompt
    functions -c fish_prompt _old_fish_prompt
    set -g _OLD_FISH_PROMPT_OVERRIDE $VIRTUAL_ENV
    function fish_prompt
        # The prompt shows the last command's status, so that has to reach it unchanged.
        set -l last_status $status
        printf '(%s) ' $VIRTUAL_ENV_PROMPT
        sh -c "exit $last_status"
        _old_fish_prompt
    end
end
)FISH";

constexpr std::string_view kCsh =
    R"CSH(# Source this file: `source bin/activate.csh` (csh, tcsh). `deactivate` undoes it.

alias deactivate 'test $?_OLD_VIRTUAL_PATH = 0 || setenv PATH $_OLD_VIRTUAL_PATH:q; unset _OLD_VIRTUAL_PATH; test $?_OLD_VIRTUAL_PROMPT = 0 || set prompt=$_OLD_VIRTUAL_PROMPT:q; unset _OLD_VIRTUAL_PROMPT; unsetenv VIRTUAL_ENV; unsetenv VIRTUAL_ENV_PROMPT; rehash; test "\!:*" = nondestructive || unalias deactivate'

# Leaves an environment that is active already, this one or another.
deactivate nondestructive

setenv VIRTUAL_ENV @ROOT@
setenv VIRTUAL_ENV_PROMPT @PROMPT@
set _OLD_VIRTUAL_PATH = $PATH:q
setenv PATH $VIRTUAL_ENV:q/bin:$PATH:q

if ( ! $?VIRTUAL_ENV_DISABLE_PROMPT && $?prompt ) then
    set _OLD_VIRTUAL_PROMPT = $prompt:q
    set prompt = "($VIRTUAL_ENV_PROMPT:q) $prompt:q"
endif

rehash
)CSH";

constexpr std::string_view kPowerShell = R"PS(# Run this file: `. bin/Activate.ps1`. `deactivate` undoes it.

function global:deactivate([switch] $NonDestructive) {
    if (Test-Path env:_OLD_VIRTUAL_PATH) {
        $env:PATH = $env:_OLD_VIRTUAL_PATH
        Remove-Item -Path env:_OLD_VIRTUAL_PATH
    }
    if (Test-Path env:_OLD_VIRTUAL_PYTHONHOME) {
        $env:PYTHONHOME = $env:_OLD_VIRTUAL_PYTHONHOME
        Remove-Item -Path env:_OLD_VIRTUAL_PYTHONHOME
    }
    if (Test-Path function:_OLD_VIRTUAL_PROMPT) {
        Copy-Item -Path function:_OLD_VIRTUAL_PROMPT -Destination function:prompt
        Remove-Item -Path function:_OLD_VIRTUAL_PROMPT
    }
    Remove-Item -Path env:VIRTUAL_ENV, env:VIRTUAL_ENV_PROMPT -ErrorAction SilentlyContinue
    if (-not $NonDestructive) { Remove-Item -Path function:deactivate }
}

# Leaves an environment that is active already, this one or another.
deactivate -NonDestructive

$env:VIRTUAL_ENV = @ROOT@
$env:VIRTUAL_ENV_PROMPT = @PROMPT@
$env:_OLD_VIRTUAL_PATH = $env:PATH
$env:PATH = $env:VIRTUAL_ENV + '/bin' + [IO.Path]::PathSeparator + $env:PATH

if (Test-Path env:PYTHONHOME) {
    $env:_OLD_VIRTUAL_PYTHONHOME = $env:PYTHONHOME
    Remove-Item -Path env:PYTHONHOME
}

if (-not $env:VIRTUAL_ENV_DISABLE_PROMPT) {
    Copy-Item -Path function:prompt -Destination function:global:_OLD_VIRTUAL_PROMPT
    function global:prompt {
        Write-Host -NoNewline -ForegroundColor Green "($env:VIRTUAL_ENV_PROMPT) "
        _OLD_VIRTUAL_PROMPT
    }
}
)PS";

/// Each of the two marks occurs once; what is put in is not searched again.
std::string filled(std::string_view script, const std::string& root, const std::string& prompt) {
  const auto root_at = script.find("@ROOT@"), prompt_at = script.find("@PROMPT@");
  std::string text(script.substr(0, root_at));
  text += root;
  text += script.substr(root_at + 6, prompt_at - root_at - 6);
  text += prompt;
  text += script.substr(prompt_at + 8);
  return text;
}

std::string wrapped(std::string_view text, std::string_view special, const auto& escape) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (special.find(letter) == std::string_view::npos)
      quoted += letter;
    else
      quoted += escape(letter);
  }
  return quoted + "'";
}

}  // namespace

std::string quote_for_fish(std::string_view text) {
  return wrapped(text, "'\\", [](char letter) { return std::string("\\") + letter; });
}

/// In csh history substitution ("!") works inside single quotes too, and a line break has to be escaped.
std::string quote_for_csh(std::string_view text) {
  return wrapped(text, "'!\n",
                 [](char letter) { return letter == '\'' ? std::string("'\\''") : std::string("\\") + letter; });
}

/// PowerShell takes the typographic single quotes (U+2018 to U+201B, in UTF-8 E2 80 98 to 9B) for single quotes.
std::string quote_for_powershell(std::string_view text) {
  std::string quoted = "'";
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view three = text.substr(at, 3);
    if (text[at] == '\'') {
      quoted += "''";
    } else if (three >= "\xE2\x80\x98" && three <= "\xE2\x80\x9B" && three.size() == 3) {
      quoted.append(three).append(three);
      at += 2;
    } else {
      quoted += text[at];
    }
  }
  return quoted + "'";
}

std::vector<Activator> activators(const std::filesystem::path& root, std::string_view prompt) {
  const std::string path = root.string();
  return {
      {"activate", filled(kPosix, text::shell_quoted(path), text::shell_quoted(prompt))},
      {"activate.fish", filled(kFish, quote_for_fish(path), quote_for_fish(prompt))},
      {"activate.csh", filled(kCsh, quote_for_csh(path), quote_for_csh(prompt))},
      {"Activate.ps1", filled(kPowerShell, quote_for_powershell(path), quote_for_powershell(prompt))},
  };
}

}  // namespace kenv::venv
