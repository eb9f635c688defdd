// `prepare`: git runs the hooks of .githooks in this checkout. Does nothing on CI, where there is no checkout (a package, an image), and
// where hooks of one's own are set already. Runs on Node 20 too.
const { spawnSync } = require('node:child_process')
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
if (!process.env.CI && existsSync(join(root, '.git')) && git('config', 'core.hooksPath').status === 1)
  git('config', '--local', 'core.hooksPath', '.githooks')
