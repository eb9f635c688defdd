// `npm start` serves what is built: this builds the web app when its sources are newer than its build, and costs a few hundredths of a
// second when they are not. With --behind it builds beside the start of the service, which holds the first page back meanwhile.
// Runs on Node 20 too; the build itself runs on the Node 24 that the repository brings.
const { createHash } = require('node:crypto')
const { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { spawn, spawnSync } = require('node:child_process')

const root = join(__dirname, '..')
const web = join(root, 'apps', 'web')
const dist = join(web, 'dist')
const stamp = join(dist, 'sources.sha256')
/** There while a build is under way (packages/server/src/surfaces/web). */
const underWay = join(web, 'dist.building')
const sources = [
  'apps/web/src',
  'apps/web/build',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'packages/client/src',
  'packages/contract/src',
]

const hash = hashOf([...sources, 'package-lock.json'])
if (!isBuilt() && process.argv.includes('--behind')) buildBehind()
else if (!isBuilt()) build()

function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

function hashOf(names) {
  const hash = createHash('sha256')
  for (const name of names)
    for (const path of filesIn(join(root, name))) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesIn(join(path, name)))
}

function buildBehind() {
  try {
    writeFileSync(underWay, '')
    // The service looks for it when it starts.
    mkdirSync(join(dist, 'assets'), { recursive: true })
  } catch {
    return build()
  }
  spawn(process.execPath, [__filename], { detached: true, stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true }).unref()
}

/** Into a folder of its own first: a service that runs meanwhile, or another start, finds a whole build or none. */
function build() {
  const [fresh, former] = [`${dist}.${process.pid}`, `${dist}.${process.pid}.former`]
  process.stderr.write('Building the web app …\n')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const built = spawnSync(
    existsSync(node) ? node : process.execPath,
    [vite, 'build', '--config', join(web, 'vite.config.ts'), '--logLevel', 'error'],
    {
      cwd: web,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
      env: { ...process.env, NODE_ENV: 'production', TANDEM_WEB_OUT: fresh },
    },
  )
  try {
    if (built.status !== 0) throw new Error(built.error ? built.error.message : 'see above')
    writeFileSync(join(fresh, 'sources.sha256'), hash)
    // Another process has built the same meanwhile and serves it already.
    if (isBuilt()) return
    // Two renames, since a removal takes long enough for another process to put its own build there.
    if (existsSync(dist)) renameSync(dist, former)
    renameSync(fresh, dist)
  } catch (error) {
    if (isBuilt()) return
    // The API is of use without it.
    process.stderr.write(`The web app could not be built: ${error.message}\n`)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(former, { recursive: true, force: true })
    rmSync(underWay, { force: true })
  }
}
