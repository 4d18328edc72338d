#!/bin/sh
# Builds the files under fixtures/ with nvcc (CUDA 13), fatbinary and lld: real output of the real tools, reduced to what a
# reader of headers can see. Usage: tests/unit/gpu/make_fixtures.sh; the results are checked in, tests need no CUDA.
#
# A fixture is text: "size N", then lines "OFFSET HEX" for the bytes that are not zero. Payloads of images and machine
# code are overwritten with zeros first; the reader never looks at them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > fill.cu <<'EOF'
__global__ void fill(float* p) { p[threadIdx.x] = 1; }
EOF
cat > scale.cu <<'EOF'
__device__ float twice(float x);
__global__ void scale(float* p) { p[threadIdx.x] = twice(p[threadIdx.x]); }
EOF
cat > twice.cu <<'EOF'
__device__ float twice(float x) { return 2 * x; }
EOF

code() { echo "-gencode arch=compute_$1,code=$2_$1"; }
library="-shared -Xcompiler -fPIC -cudart shared"

nvcc $library $(code 75 sm) $(code 90 sm) $(code 90 compute) fill.cu -o plain.so
nvcc $library -O2 $(code 75 sm) $(code 90 sm) $(code 90 compute) fill.cu -o optimised.so
nvcc $library $(code 80 sm) $(code 90a sm) $(code 100f sm) $(code 120a compute) fill.cu -o suffixes.so
nvcc $library -compress-mode=size -Xfatbin -compress-all $(code 80 sm) $(code 120 compute) fill.cu -o compressed.so
nvcc $library -G $(code 80 sm) fill.cu -o debug.so
nvcc $library $(code 80 compute) fill.cu -o ptx_only.so
nvcc $library -Xcompiler -fuse-ld=lld $(code 75 sm) $(code 90 sm) fill.cu -o lld.so
nvcc $library -rdc=true $(code 80 sm) $(code 120 compute) scale.cu twice.cu -o separate.so
nvcc $library -gencode arch=compute_80,code=lto_80 $(code 80 sm) -rdc=true scale.cu twice.cu -o link_time.so

nvcc -c -Xcompiler -fPIC $(code 90a sm) fill.cu -o one.o
nvcc -c -Xcompiler -fPIC $(code 80 sm) $(code 80 compute) twice.cu -o other.o
g++ -shared -nostdlib one.o other.o -o two_units.so
nvcc -lib one.o other.o -o static.a
nvcc -c -rdc=true $(code 80 sm) twice.cu -o separate.o

nvcc -fatbin $(code 86 sm) $(code 103f sm) $(code 86 compute) fill.cu -o bare.fatbin
for target in 75 90a 100f 120; do nvcc -cubin $(code $target sm) fill.cu -o sm_$target.cubin; done
gcc -shared -x c /dev/null -o no_gpu_code.so

rm -f one.o other.o
strip plain.so optimised.so suffixes.so compressed.so debug.so ptx_only.so lld.so separate.so link_time.so two_units.so no_gpu_code.so
for file in *.so *.o *.a *.fatbin *.cubin; do
  python3 "$here/fixture_text.py" "$file" > "$here/fixtures/$file.txt"
done
