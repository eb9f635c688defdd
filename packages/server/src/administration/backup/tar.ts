/** Archives as `tar` has them (POSIX ustar), of plain files that this service writes: every header can be made again from its three values. */
export const blockBytes = 512

export type Header = { name: string; size: number; mtime: number }

const mode = '0000600\0'
const ownerId = '0000000\0'

/** Throws when the name does not fit. */
export function headerOf({ name, size, mtime }: Header): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for the archive`)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write(`${mode}${ownerId}${ownerId}`, 100)
  header.write(`${octal(size)} ${octal(mtime)} `, 124)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Null when these bytes are no header that `headerOf` makes, to the last bit. */
export function readHeader(block: Buffer): Header | null {
  const name = block.subarray(0, 100).toString('utf8').replace(/\0+$/, '')
  const header = { name, size: numberIn(block, 124), mtime: numberIn(block, 136) }
  const isPlain = name !== '' && Buffer.byteLength(name) <= 100 && Number.isSafeInteger(header.size + header.mtime)
  return isPlain && headerOf(header).equals(block) ? header : null
}

export const paddingOf = (size: number): Buffer => Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes)

/** A tar archive ends with two empty blocks. */
export const end = Buffer.alloc(2 * blockBytes)

const octal = (value: number): string => value.toString(8).padStart(11, '0')

function numberIn(block: Buffer, at: number): number {
  const text = block.subarray(at, at + 11).toString('latin1')
  return /^[0-7]{11}$/.test(text) ? Number.parseInt(text, 8) : Number.NaN
}
