import { createGitlabDouble } from '@tandem/plugin-test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { createGitlab } from '../src/gitlab.ts'

const number = 7

async function start() {
  const gitlab = await createGitlabDouble()
  onTestFinished(() => gitlab.stop())
  const api = createGitlab({ url: gitlab.url, token: gitlab.token })
  if (!api) throw new Error('no access')
  return { gitlab, api, at: { repository: gitlab.project, number } }
}

test('the own note is looked for among the first 1,000 notes', { meta: { proves: ['limit.plugins.comments'] } }, async () => {
  const { gitlab, api, at } = await start()
  for (let count = 1; count < 1_000; count += 1) gitlab.noteAs('mallory', number, 'Looks good')
  for (const body of ['the 1,000th', 'the 1,001st']) await api.addComment(at, body)
  expect(await Array.fromAsync(api.comments(at))).toMatchObject([{ body: 'the 1,000th' }])
})

test('the messages of 300 commits are read', { meta: { proves: ['limit.plugins.commits'] } }, async () => {
  const { gitlab, api, at } = await start()
  gitlab.setCommits(number, Array.from({ length: 301 }, String))
  expect(await api.commitMessages(at)).toHaveLength(300)
})
