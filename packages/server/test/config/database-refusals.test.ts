import { expect, test } from 'vitest'
import { whyNotUsable } from '../../src/database-refusals.ts'

const target = { connectionString: 'postgres://ada:secret@db.example.com/boards' }
const refused = (code: string) => Object.assign(new Error('no'), { code })

test.each([
  ['28P01', /password of "ada" in DATABASE_URL/],
  ['28000', /user "ada" in DATABASE_URL.*pg_hba\.conf/],
  ['3D000', /CREATE DATABASE "boards" OWNER "ada"/],
  ['25006', /is a standby.*target_session_attrs=read-write/],
  ['42501', /ALTER DATABASE "boards" OWNER TO "ada"/],
  ['53100', /disk of the database server is full/],
  ['53300', /max_connections.*DATABASE_POOL_SIZE/],
  ['57P03', /Start again in a moment/],
])('%s: the message says what to do, without the password', (code, remedy) => {
  const told = whyNotUsable(refused(code), target)
  expect(told).toMatch(remedy)
  expect(told).toContain('DATABASE_URL')
  expect(told).not.toContain('secret')
})

test('a URL with several hosts has a user and a database like any other', () => {
  const several = { connectionString: 'postgres://ada:secret@db1,db2/boards?target_session_attrs=read-write' }
  expect(whyNotUsable(refused('42501'), several)).toContain('ALTER DATABASE "boards" OWNER TO "ada"')
})

test('the embedded database refuses another account, and has a disk of its own', () => {
  const embedded = { host: '/tmp/tandem-abcdef', port: 5432, user: 'tandem', database: 'tandem' }
  expect(whyNotUsable(refused('28000'), embedded)).toMatch(/under the account that runs the service, or as root/)
  expect(whyNotUsable(refused('53100'), embedded)).toMatch(/disk of DATA_DIR is full/)
})

test('an error that no setting can fix keeps its original message', () => {
  expect(whyNotUsable(refused('XX000'), target)).toBeNull()
  expect(whyNotUsable(new Error('Connection terminated'), target)).toBeNull()
})
