// Runs a program of the repository on the Node 24 that it brings: `run.cjs PROGRAM [ARGUMENT…]`. With `ignore-scripts`, npm does not run
// the `pre…` scripts, so this file runs without them, and on any Node from 20 on.
const { join, resolve } = require('node:path')

const [, , program, ...args] = process.argv
const { npm_config_ignore_scripts: withoutScripts, npm_lifecycle_event: script } = process.env
if (withoutScripts === 'true' && (script === 'start' || script === 'demo')) catchUp()
if (script === 'start' || script === 'demo' || script === 'dev') endWithTheShell()
if (Number(process.versions.node.split('.')[0]) >= 24) runHere()
else runOnRecentNode()

/** What `prestart` does. */
function catchUp() {
  const { spawnSync } = require('node:child_process')
  require('./link-node.cjs')
  spawnSync(process.execPath, [join(__dirname, 'build-web.cjs'), '--behind'], { stdio: ['ignore', 'inherit', 'inherit'] })
}

/**
 * npm runs us in a shell and sends SIGTERM to that shell. Not every shell passes it on: after `kill` of `npm start` we would go on as an
 * orphan.
 */
function endWithTheShell() {
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  look.unref()
}

function runHere() {
  process.argv.splice(1, 2, resolve(program))
  void import(require('node:url').pathToFileURL(resolve(program)).href)
}

function runOnRecentNode() {
  const { spawn } = require('node:child_process')
  require('./link-node.cjs')
  const node = join(__dirname, '..', 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const child = spawn(node, [program, ...args], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both of us already; a second one would end the child before it has put things in order.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)))
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code) => {
    process.exitCode = code === null ? 1 : code
  })
}
