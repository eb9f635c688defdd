import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { checkout, readPages } from './runner/pages.ts'

test('every commit that a page shows as an example is in the history', ({ skip }) => {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: checkout, encoding: 'utf8' })
  skip(git('rev-parse', '--is-shallow-repository').stdout.trim() !== 'false', 'the checkout has no whole history')
  const shown = readPages().flatMap(({ text }) => [...text.matchAll(/`git show ([0-9a-f]{7,40})`/g)].map(([, hash = '']) => hash))
  expect(shown.length).toBeGreaterThan(4)
  expect(shown.filter((hash) => git('merge-base', '--is-ancestor', hash, 'HEAD').status !== 0)).toEqual([])
})
