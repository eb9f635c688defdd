import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'

const problemOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('the configuration was taken')
}

test('a bad value that may hold a secret is named and not shown', { meta: { proves: ['config.secrets.hidden'] } }, () => {
  const bad = {
    DATABASE_URL: 'mysql://tandem:hunter2@db/tandem',
    SMTP_URL: 'tandem:hunter2@mail.example.com',
    REDIS_URL: 'http://tandem:hunter2@redis.example.com',
    S3_ENDPOINT: 'ftp://key:hunter2@s3.example.com',
    PUBLIC_URL: 'ftp://ada:hunter2@tandem.example.com',
  }
  const problem = problemOf(bad)
  expect(problem).not.toContain('hunter2')
  for (const name of Object.keys(bad)) expect(problem).toContain(`${name}: must `)
})

test('a bad value that holds no secret is shown, so that people see a typing error', {
  meta: { proves: ['config.secrets.hidden'] },
}, () => {
  expect(problemOf({ PORT: '80 80' })).toContain('PORT: ')
  expect(problemOf({ PORT: '80 80', LOG_LEVEL: 'loud' })).toContain('"loud"')
  expect(problemOf({ PORT: '80 80' })).toContain('"80 80"')
})
