import { describe, expect, test } from 'vitest'
import { describeSettings, mistypedSettings, readConfig } from '../../src/config.ts'

const complaint = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
  return 'taken'
}

// A start for each is in faults/startup.heavy.test.ts.
describe('a value that does not fit', () => {
  test.each([
    ['PORT', '70000', 'must be a port number from 0 to 65535'],
    ['PORT', 'eighty', 'must be a port number from 0 to 65535'],
    ['MCP_PORT', '0', 'must be a port number from 1 to 65535'],
    ['DATABASE_POOL_SIZE', '0', 'must be a whole number from 2 to 200'],
    ['DATABASE_POOL_SIZE', '2.5', 'must be a whole number from 2 to 200'],
    ['WEBHOOK_MAX_PER_BOARD', '0', 'must be a whole number from 1 to 100000'],
    ['REGISTRATION', 'public', 'must be open, invite or closed'],
    ['LOG_LEVEL', 'loud', 'must be trace, debug, info, warn, error, fatal or silent'],
  ])('%s=%s: %s', (name, value, what) => {
    expect(complaint({ [name]: value })).toContain(`\n  ${name}: ${what} (it is "${value}")\n`)
  })

  test.each([
    ['REDIS_URL', 'foo', 'must be a URL such as redis://'],
    ['REDIS_URL', 'http://localhost', 'must be a URL such as redis://'],
    ['REDIS_URL', 'redis://localhost/zero', 'may end with the number of a database'],
    ['DATABASE_URL', 'foo', 'must be a URL such as postgres://'],
    ['DATABASE_URL', 'postgres://[', 'must be a URL such as postgres://'],
    ['DATABASE_URL', 'postgres://db1,[/tandem', 'must be a URL such as postgres://'],
    ['DATABASE_URL', 'postgres://db1/tandem?target_session_attrs=standby', 'has a target_session_attrs that the service does not support'],
    ['SMTP_URL', 'smtp://', 'must be a URL such as smtp://'],
  ])('%s=%s says what is expected, and keeps the value, which may hold a password, to itself', (name, value, what) => {
    expect(complaint({ [name]: value })).toContain(`\n  ${name}: ${what}`)
    expect(complaint({ [name]: value })).not.toContain(`"${value}"`)
  })

  test('gets a message of ours for every setting (F128)', { meta: { proves: ['config.start.says-what-to-do'] } }, () => {
    for (const { name } of describeSettings())
      for (const value of ['\u0000', '-1', '99999999999999999999', 'http://[', '{', ','])
        for (const [, told] of complaint({ [name]: value }).matchAll(/^ {2}([A-Z_0-9]+: .*)$/gm))
          expect(told).toMatch(/^[A-Z_0-9]+: (must|may|needs|has|is|holds|provider|the|it|cannot|neither|names)/)
  })

  test.each([
    'postgres://tandem@localhost/tandem',
    'postgresql://tandem:p%40ss@db.example.com:5432/tandem?sslmode=require',
    'postgres:///tandem?host=/run/postgresql',
    'postgres://tandem@/tandem?host=/run/postgresql',
    'postgres://tandem:p%40ss@db1:5432,db2:5433/tandem?target_session_attrs=read-write',
  ])('DATABASE_URL may be %s', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
  })
})

describe('a variable that is nearly a setting', () => {
  test.each([
    ['DATBASE_URL', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['PROT', 'PORT'],
    ['OPRT', 'PORT'],
    ['PORTS', 'PORT'],
    ['HSOT', 'HOST'],
    ['HOTS', 'HOST'],
    ['HST', 'HOST'],
    ['INTEGRATON_SECRET_KEY', 'INTEGRATION_SECRET_KEY'],
  ])('%s: %s is meant', (name, meant) => {
    expect(mistypedSettings({ [name]: 'x' })).toEqual([{ name, meant }])
  })

  test('nothing is said of what is somebody else’s, or of an old name beside the right one', () => {
    const others = {
      HOSTNAME: 'a',
      PATH: 'b',
      SHELL: 'c',
      SORT: 'd',
      POST: 'e',
      HOSE: 'l',
      HOME: 'm',
      PWD: 'n',
      COST: 'o',
      GHOST: 'p',
      SPORT: 'q',
      TERM: 'r',
      USER: 's',
      DATA: 'f',
      MAIL: '/var/mail/ada',
      PGDATABASE: 'g',
    }
    expect(mistypedSettings({ ...others, LOGNAME: 'h', LOG_LINE: 'i', S3_BUCKETS_OF_OTHERS: 'j', DATABASE_NAME: 'k' })).toEqual([])
    expect(mistypedSettings({ DATABASE_URI: 'x', DATABASE_URL: 'y', REDIS_URI: '' })).toEqual([])
    expect(mistypedSettings(Object.fromEntries(describeSettings().map(({ name }) => [name, 'x'])))).toEqual([])
  })
})
