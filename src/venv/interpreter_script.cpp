// SPDX-License-Identifier: Apache-2.0
#include "venv/interpreter_script.hpp"

namespace kenv::venv {

// It runs under -I -S: neither variables nor start files of the user's packages can change or break the answer. Without
// site, sys.prefix is the base interpreter's before Python 3.14, so the environment is looked for as site.py does:
// pyvenv.cfg beside the executable or one folder up (PEP 405).
const std::string_view kInterpreterScript = R"PYTHON(
import json, os, platform, struct, sys, sysconfig

def c_library():
    try:
        kind, version = os.confstr('CS_GNU_LIBC_VERSION').split()
        return [kind] + [int(part) for part in version.split('.')[:2]]
    except Exception:
        pass
    try:
        import re, subprocess
        with open('/proc/self/maps') as maps:
            loader = re.search(r'(/\S*ld-musl\S*)', maps.read()).group(1)
        said = subprocess.run([loader], stderr=subprocess.PIPE, timeout=5).stderr.decode()
        return ['musl'] + [int(part) for part in re.search(r'Version (\d+)\.(\d+)', said).groups()]
    except Exception:
        return ['', 0, 0]

def describe():
    here = os.path.dirname(os.path.abspath(sys.executable))
    root = next((folder for folder in (here, os.path.dirname(here))
                 if os.path.isfile(os.path.join(folder, 'pyvenv.cfg'))), None)
    names = sysconfig.get_scheme_names()
    environment_scheme = 'venv' if 'venv' in names else 'posix_prefix' if os.name == 'posix' else 'nt'
    inside = sysconfig.get_path('purelib', environment_scheme, {'base': '@', 'platbase': '@'})
    if root:
        paths = sysconfig.get_paths(environment_scheme, {'base': root, 'platbase': root})
    else:
        paths = sysconfig.get_paths()
    try:
        import site
        base_site = site.getsitepackages([sys.base_prefix])
        user_site = site.getusersitepackages()
    except Exception:
        base_site, user_site = [], ''
    info = sys.implementation.version
    implementation_version = '%d.%d.%d' % info[:3]
    if info[3] != 'final':
        implementation_version += info[3][0] + str(info[4])
    bits = struct.calcsize('P') * 8
    machine = platform.machine()
    if bits == 32:
        machine = {'x86_64': 'i686', 'aarch64': 'armv7l'}.get(machine, machine)
    return {
        'executable': os.path.abspath(sys.executable), 'real_executable': os.path.realpath(sys.executable),
        'prefix': root or sys.prefix, 'base_prefix': sys.base_prefix, 'virtual': bool(root),
        'version': platform.python_version(), 'version_info': list(sys.version_info[:2]),
        'implementation': sys.implementation.name, 'cache_tag': sys.implementation.cache_tag or '',
        'paths': dict((key, paths[key]) for key in ('purelib', 'platlib', 'scripts', 'data', 'include', 'stdlib')),
        'base_site': base_site, 'user_site': user_site, 'environment_purelib': inside[2:].replace(os.sep, '/'),
        'free_threaded': bool(sysconfig.get_config_var('Py_GIL_DISABLED')), 'bits': bits, 'machine': machine,
        'os': {'linux': 'linux', 'win32': 'windows', 'darwin': 'macos'}.get(sys.platform, sys.platform),
        'c_library': c_library(),
        'markers': {
            'implementation_name': sys.implementation.name, 'implementation_version': implementation_version,
            'os_name': os.name, 'platform_machine': platform.machine(), 'platform_release': platform.release(),
            'platform_system': platform.system(), 'platform_version': platform.version(),
            'platform_python_implementation': platform.python_implementation(),
            'python_full_version': platform.python_version(),
            'python_version': '.'.join(platform.python_version_tuple()[:2]), 'sys_platform': sys.platform}}

# A byte of a path that is not UTF-8 is a lone surrogate here, which no JSON may hold: NUL and two digits stand for it.
def plain(value):
    if isinstance(value, dict):
        return dict((key, plain(inner)) for key, inner in value.items())
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, str):
        return ''.join('\0%02x' % (ord(c) & 255) if '\udc80' <= c <= '\udcff' else c for c in value)
    return value

sys.stdout.write('<<kenv-interpreter>>' + json.dumps(plain(describe())) + '<<kenv-interpreter-end>>\n')
sys.stdout.flush()
)PYTHON";

}  // namespace kenv::venv
