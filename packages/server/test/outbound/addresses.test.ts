import { expect, test } from 'vitest'
import { createOutbound } from '../../src/outbound/outbound.ts'
import { service } from '../webhooks/fixture/hooked-board.ts'

const refused = [
  'http://127.0.0.1/',
  'http://127.8.9.1:8080/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://192.88.99.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  // Other spellings of 127.0.0.1 and 169.254.169.254
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://0x7f.1/',
  'http://127.0.0.1./',
  'HTTP://127.0.0.1/',
  'http:127.0.0.1/',
  'http:/127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  '\t http://127.0.0.1/ ',
  'http://127.\n0.0.1/',
  'http://017700000001/',
  'http://0x7F.0x0.0x0.0x1/',
  'http://127.0.1/',
  'http://0/',
  'http://00000000177.1/',
  'http://2852039166/',
  'http://127.0.0.1\\@example.com/',
  'http://127.0.0.1#@example.com/',
  'http://127.0.0.1:80?@example.com/',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://0xa9fea9fe/',
  'http://%31%32%37.0.0.1/',
  'http://[::]/',
  'http://[::1]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[100::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001::1]/',
  'http://[fec0::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::1]/',
  'http://[5f00::1]/',
  'http://local\u00adhost/',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
  'http://%6c%6f%63%61%6c%68%6f%73%74/',
  'http://localhost../',
  'http://localhost/',
  'http://LOCALHOST:8080/',
  'http://localhost./',
  'http://api.localhost/',
  'http://api.localhost./',
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://:secret@example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'ws://example.com/',
  '//example.com/',
  'example.com',
  '',
  'http://example.com:22/',
  'http://example.com:25/',
  'http://example.com:1023/',
  'https://example.com:0/',
  'http://example.com:99999/',
]

const taken = [
  'http://93.184.216.34/',
  'https://93.184.216.34:443/x?y=z',
  'http://93.184.216.34:1024/',
  'http://93.184.216.34:8443/',
  'https://[2606:2800:220:1:248:1893:25c8:1946]/',
  'http://93.184.216.34:443/',
  'https://93.184.216.34:80/',
]

test('F49: on a public service each blocked form is refused at registration with 400, and public addresses are taken', {
  meta: { proves: ['limit.outbound.ports'] },
}, async () => {
  const tandem = await service({ OUTBOUND_ALLOW_PRIVATE: 'false', WEBHOOK_MAX_PER_BOARD: '100' })
  const ada = await tandem.register('Ada')
  const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  const create = (url: string) => ada.post(`/api/boards/${boardId}/webhooks`, { url, events: ['*'] })
  for (const url of refused) {
    const answer = await create(url)
    expect([url, answer.status, answer.body.error?.code]).toEqual([url, 400, 'validation'])
  }
  for (const url of taken) expect([url, (await create(url)).status]).toEqual([url, 201])
  const { webhook } = (await create('http://93.184.216.34/')).body
  expect((await ada.patch(`/api/boards/${boardId}/webhooks/${webhook.id}`, { url: 'http://127.0.0.1/' })).status).toBe(400)
  expect((await ada.post(`/api/actors/${ada.actorId}/webhooks`, { url: 'http://[::1]/', events: ['*'] })).status).toBe(400)
})

test('who may not subscribe learns that before anything about the address', async () => {
  const tandem = await service({ OUTBOUND_ALLOW_PRIVATE: 'false' })
  const [ada, eve] = [await tandem.register('Ada'), await tandem.register('Eve')]
  const boardId = (await ada.post('/api/boards', { name: 'Engine' })).body.id
  expect((await eve.post(`/api/boards/${boardId}/webhooks`, { url: 'http://127.0.0.1/', events: ['*'] })).status).toBe(404)
  await ada.post(`/api/boards/${boardId}/members`, { actorId: eve.actorId, role: 'member' })
  expect((await eve.post(`/api/boards/${boardId}/webhooks`, { url: 'http://127.0.0.1/', events: ['*'] })).status).toBe(403)
})

const resolve = async (host: string) => {
  const known: Record<string, string[]> = {
    'inside.example': ['10.1.2.3'],
    'mixed.example': ['10.1.2.3', '93.184.216.34'],
    'public.example': ['93.184.216.34'],
    'metadata.example': ['169.254.169.254'],
  }
  const addresses = known[host]
  if (!addresses) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return addresses
}
const problemOf = (outbound: ReturnType<typeof createOutbound>, url: string) =>
  outbound.checkUrl(url).then(
    () => 'taken',
    (error: { code: string }) => error.code,
  )

test('a name is judged by what it resolves to; one that does not resolve now is left to the delivery', async () => {
  const outbound = createOutbound({ allowPrivate: false, allowed: '', resolve })
  expect(await problemOf(outbound, 'https://inside.example/')).toBe('validation')
  expect(await problemOf(outbound, 'https://metadata.example/')).toBe('validation')
  expect(await problemOf(outbound, 'https://mixed.example/')).toBe('taken')
  expect(await problemOf(outbound, 'https://public.example/')).toBe('taken')
  expect(await problemOf(outbound, 'https://unknown.example/')).toBe('taken')
})

test('F52: an allow-list lets in its hosts and ranges only, and metadata addresses by an exact entry only', async () => {
  const listed = createOutbound({
    allowPrivate: false,
    allowed: '127.0.0.0/8, 169.254.0.0/16 , inside.example, fd00::/8, metadata.example',
    resolve,
  })
  expect(await problemOf(listed, 'http://127.0.0.1:8080/')).toBe('taken')
  expect(await problemOf(listed, 'http://[::ffff:127.0.0.1]/')).toBe('taken')
  expect(await problemOf(listed, 'http://localhost/')).toBe('taken')
  expect(await problemOf(listed, 'http://169.254.7.7/')).toBe('taken')
  expect(await problemOf(listed, 'http://inside.example/')).toBe('taken')
  expect(await problemOf(listed, 'http://[fd00::1]/')).toBe('taken')
  expect(await problemOf(listed, 'http://10.1.2.3/')).toBe('validation')
  expect(await problemOf(listed, 'http://169.254.169.254/')).toBe('validation')
  expect(await problemOf(listed, 'http://[::ffff:169.254.169.254]/')).toBe('validation')
  expect(await problemOf(listed, 'http://[fd00:ec2::254]/')).toBe('validation')
  expect(await problemOf(listed, 'http://metadata.example/')).toBe('validation')
  const exact = createOutbound({ allowPrivate: false, allowed: '169.254.169.254,fd00:ec2::254', resolve })
  expect(await problemOf(exact, 'http://169.254.169.254/')).toBe('taken')
  expect(await problemOf(exact, 'http://[fd00:ec2::254]/')).toBe('taken')
  expect(await problemOf(exact, 'http://metadata.example/')).toBe('taken')
  expect(await problemOf(exact, 'http://169.254.169.253/')).toBe('validation')
})

test('OUTBOUND_ALLOW_PRIVATE lets in private addresses, but neither metadata nor what is no host', async () => {
  const outbound = createOutbound({ allowPrivate: true, allowed: '', resolve })
  for (const url of ['http://127.0.0.1:3000/', 'http://localhost:3000/', 'http://10.0.0.1/', 'http://[::1]:3000/', 'http://[fd12::1]/'])
    expect([url, await problemOf(outbound, url)]).toEqual([url, 'taken'])
  for (const url of [
    'http://169.254.169.254/',
    'http://[fd00:ec2::254]/',
    'http://224.0.0.1/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://127.0.0.1:22/',
  ])
    expect([url, await problemOf(outbound, url)]).toEqual([url, 'validation'])
})

test('an entry of the allow-list that is no host, address or CIDR stops the start', () => {
  for (const allowed of ['http://example.com', '10.0.0.0/99', 'a b'])
    expect(() => createOutbound({ allowPrivate: false, allowed })).toThrow(/OUTBOUND_ALLOWED/)
})
