// The check of .githooks/pre-commit: biome and oxlint on the staged files, without types, which take longer than somebody waits for a
// commit. Changes nothing: `npm run format` does. Runs on Node 20 too.
const { spawnSync } = require('node:child_process')
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const staged = spawnSync('git', ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'], { cwd: root, encoding: 'utf8' })
const files = staged.stdout.split('\0').filter((file) => /\.(c|m)?[jt]sx?$|\.(json|css)$/.test(file) && existsSync(join(root, file)))
const scripts = files.filter((file) => /\.(c|m)?[jt]sx?$/.test(file))

const passed = [
  files.length === 0 || check('biome', ['check', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...files]),
  scripts.length === 0 || check('oxlint', ['--deny-warnings', '--no-error-on-unmatched-pattern', ...scripts]),
]
if (!passed.every(Boolean)) {
  process.stderr.write('Nothing was committed. npm run format fixes the form; git commit --no-verify commits as it is.\n')
  process.exit(1)
}

/** Without npx, which takes half a second. */
function check(program, args) {
  const windows = process.platform === 'win32'
  const path = join(root, 'node_modules', '.bin', windows ? `${program}.cmd` : program)
  // An installation without these leaves the check to CI.
  if (!existsSync(path)) return true
  return spawnSync(path, args, { cwd: root, stdio: 'inherit', shell: windows }).status === 0
}
