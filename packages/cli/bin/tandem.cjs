#!/usr/bin/env node
// `npx tandem` starts the Node that it finds first, which may be older than the 24 that the repository brings.
if (Number(process.versions.node.split('.')[0]) >= 24) void import('../src/main.ts')
else {
  const { join } = require('node:path')
  process.argv.splice(1, 1, __filename, join(__dirname, '..', 'src', 'main.ts'))
  require('../../../scripts/run.cjs')
}
