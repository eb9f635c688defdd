import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { type Answer, until } from '../kit/http.ts'
import type { Person, TestService } from '../kit/service.ts'

/** Sends a file as a browser does. */
export async function sendFile(
  tandem: TestService,
  by: Pick<Person, 'cookie' | 'token'>,
  bytes: Buffer | string,
  name: string,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const body = new FormData()
  for (const [field, value] of Object.entries(fields)) body.append(field, value)
  body.append('file', new File([new Uint8Array(Buffer.from(bytes))], name))
  const headers: Record<string, string> = by.token ? { authorization: `Bearer ${by.token}` } : { cookie: by.cookie ?? '' }
  const response = await fetch(`${tandem.url}/api/boards/import`, { method: 'POST', headers, body })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) }
}

/** Uploads it and waits for the outcome. */
export async function importFile(
  tandem: TestService,
  by: Person,
  bytes: Buffer | string,
  name: string,
  fields: Record<string, string> = {},
) {
  const accepted = await sendFile(tandem, by, bytes, name, fields)
  if (accepted.status !== 202) throw new Error(`expected 202, got ${accepted.status}: ${accepted.text}`)
  return finished(tandem, by, accepted.body.importId)
}

/** Like `importFile`, but the clock stands still: the limits of an attempt are measured by it. */
export async function importAtOnce(tandem: TestService, by: Person, bytes: Buffer | string, name: string) {
  const { body: accepted } = await sendFile(tandem, by, bytes, name)
  await tandem.service.workers.imports.runOnce()
  return until(async () => {
    const { body } = await by.get(`/api/imports/${accepted.importId}`)
    return (body.state === 'done' || body.state === 'failed') && body
  })
}

export async function finished(tandem: TestService, by: Person, importId: string) {
  const answer = await until(async () => {
    tandem.clock.advance(1_000)
    const { body } = await by.get(`/api/imports/${importId}`)
    return (body.state === 'done' || body.state === 'failed') && body
  })
  return answer
}

export async function download(tandem: TestService, by: Pick<Person, 'cookie'>, path: string) {
  const response = await fetch(tandem.url + path, { headers: { cookie: by.cookie ?? '' } })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

export async function exported(tandem: TestService, by: Pick<Person, 'cookie'>, boardId: string) {
  const { status, bytes } = await download(tandem, by, `/api/boards/${boardId}/export`)
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${bytes.toString()}`)
  return JSON.parse(bytes.toString())
}

/** An archive of files by their names. */
export async function zipOf(files: Record<string, Buffer | string>, options: { compress?: boolean } = {}): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name, options)
  zip.end()
  return buffer(zip.outputStream as Readable)
}
