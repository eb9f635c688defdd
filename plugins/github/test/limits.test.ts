import { createGithubDouble } from '@tandem/plugin-test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { createGithub } from '../src/github.ts'

const number = 7

async function start() {
  const github = await createGithubDouble()
  onTestFinished(() => github.stop())
  const api = createGithub({ as: 'token', token: github.token, apiUrl: github.url })
  if (!api) throw new Error('no access')
  return { github, api, at: { repository: github.repository, number } }
}

test('the own comment is looked for among the first 1,000 comments', { meta: { proves: ['limit.plugins.comments'] } }, async () => {
  const { github, api, at } = await start()
  for (let count = 1; count < 1_000; count += 1) github.commentAs('mallory', number, 'Looks good')
  for (const body of ['the 1,000th', 'the 1,001st']) await api.addComment(at, body)
  expect(await Array.fromAsync(api.comments(at))).toMatchObject([{ body: 'the 1,000th' }])
})

test('three pages of commits are read', { meta: { proves: ['limit.plugins.commits'] } }, async () => {
  const { github, api, at } = await start()
  // GitHub lists 250 commits of a pull request at most.
  github.setCommits(number, Array.from({ length: 251 }, String))
  expect(await api.commitMessages(at)).toHaveLength(250)
  expect(github.requests).toHaveLength(3)
})
