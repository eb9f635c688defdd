import { expect, test } from 'vitest'
import { parseDatabaseUrl } from '../../../src/db/servers/database-url.ts'

const serversIn = (url: string) => parseDatabaseUrl(url).servers.map(({ name, connectionString }) => [name, connectionString])

test.each([
  ['postgres://ada:s%40cret@db/boards?sslmode=require', [['db:5432', 'postgres://ada:s%40cret@db/boards?sslmode=require']]],
  [
    'postgres://ada:a@b@db1:5433,db2/boards?target_session_attrs=read-write&application_name=tandem',
    [
      ['db1:5433', 'postgres://ada:a@b@db1:5433/boards?application_name=tandem'],
      ['db2:5432', 'postgres://ada:a@b@db2/boards?application_name=tandem'],
    ],
  ],
  [
    'postgresql://[::1]:1,[fe80::2]:2/boards',
    [
      ['[::1]:1', 'postgresql://[::1]:1/boards'],
      ['[fe80::2]:2', 'postgresql://[fe80::2]:2/boards'],
    ],
  ],
  [
    'postgres://ada@db1,db2/boards?port=6432',
    [
      ['db1:6432', 'postgres://ada@db1:6432/boards'],
      ['db2:6432', 'postgres://ada@db2:6432/boards'],
    ],
  ],
  ['postgres:///boards?host=/run/postgresql', [['/run/postgresql:5432', 'postgres://localhost/boards?host=%2Frun%2Fpostgresql']]],
  [
    'postgres://ada@localhost:1/boards?host=/run/a,/run/b&port=2,3',
    [
      ['/run/a:2', 'postgres://ada@localhost:2/boards?host=%2Frun%2Fa'],
      ['/run/b:3', 'postgres://ada@localhost:3/boards?host=%2Frun%2Fb'],
    ],
  ],
])('%s names these servers', (url, servers) => {
  expect(serversIn(url)).toEqual(servers)
})

test.each([
  ['', ['in_hot_standby', 'default_transaction_read_only']],
  ['any', []],
  ['primary', ['in_hot_standby']],
  ['read-write', ['in_hot_standby', 'default_transaction_read_only']],
])('target_session_attrs=%s: these parameters must be off', (attributes, parameters) => {
  const query = attributes === '' ? '' : `?target_session_attrs=${attributes}`
  expect(parseDatabaseUrl(`postgres://db1,db2/boards${query}`).mustBeOff).toEqual(parameters)
})

test('one host is taken as it is', () => {
  expect(parseDatabaseUrl('postgres://db/boards').mustBeOff).toEqual([])
})

test.each([
  ['mysql://db/boards', /must be a URL such as postgres:\/\//],
  ['postgres://db1:5432:1,db2/boards', /must be a URL such as postgres:\/\//],
  ['postgres://db1,db2/boards?target_session_attrs=standby', /use one of any, primary, read-write/],
  ['postgres://db1,db2/boards?port=1,2,3', /has 3 ports for 2 hosts/],
])('%s is refused', (url, why) => {
  expect(() => parseDatabaseUrl(url)).toThrow(why)
})
