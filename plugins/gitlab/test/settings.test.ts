import { expect, test } from 'vitest'
import { gitlabPlugin } from '../src/plugin.ts'

test('an address of GitLab that is none is named at the start; one under a path, with or without the path of its API, is good', () => {
  for (const address of ['gitlab.example.com', 'ftp://gitlab.example.com', ' '])
    expect(() => gitlabPlugin({ GITLAB_URL: address })).toThrow('GITLAB_URL')
  for (const address of ['', 'https://example.com/gitlab/', 'https://example.com/gitlab/api/v4'])
    expect(() => gitlabPlugin({ GITLAB_URL: address })).not.toThrow()
})
