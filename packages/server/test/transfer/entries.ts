import type { Entry, Note, Source } from '../../src/domain/transfer/formats/entries.ts'
import { pagesOf } from '../../src/domain/transfer/write/pages.ts'

/** Reads the entries of a file, without a service. */
type Read = (note: Note) => AsyncIterable<Entry>

export const bytesOf = (text: string) =>
  async function* () {
    yield Buffer.from(text)
  }
export const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

export async function entriesOf({ read }: { read: Read }): Promise<{ entries: Entry[]; notes: string[] }> {
  const [entries, notes]: [Entry[], string[]] = [[], []]
  for await (const entry of read((what, why) => void notes.push(`${what.message}: ${why.message}`))) entries.push(entry)
  return { entries, notes }
}
export const count = (entries: readonly Entry[], what: Entry['what']) => entries.filter((entry) => entry.what === what).length

/** The entries that the service would write. */
export async function written(...read: Entry[]): Promise<{ entries: Entry[]; notes: string[] }> {
  const notes: string[] = []
  const source = {
    kind: 'tandem',
    async *read() {
      yield* read
    },
  } as unknown as Source
  const plan = { lists: new Map([['l0', 'a0']]), circles: new Set() } as unknown as Parameters<typeof pagesOf>[1]
  const pages = await Array.fromAsync(
    pagesOf(
      source,
      plan,
      (what, why) => void notes.push(`${what.message}: ${why.message}`),
      () => false,
    ),
  )
  return { entries: pages.flatMap((page) => page.entries), notes }
}
