#!/usr/bin/env node
// `npx tandem` starts the Node that it finds first, which may be older than the 24 that the repository brings.
if (Number(process.versions.node.split('.')[0]) >= 24) void import('../src/main.ts')
else startOnRecentNode()

function startOnRecentNode() {
  const { spawn } = require('node:child_process')
  const { join } = require('node:path')
  require('../../../scripts/link-node.cjs')
  const node = join(__dirname, '..', '..', '..', 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const child = spawn(node, [join(__dirname, '..', 'src', 'main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' })
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
