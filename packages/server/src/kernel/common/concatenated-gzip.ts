import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync, gzip, inflateRaw, inflateRawSync } from 'node:zlib'

/**
 * Text compressed in pieces that are put together to one gzip stream (RFC 1952) without being compressed again. Each piece is compressed by
 * itself and ends on a byte (Z_SYNC_FLUSH), so it refers to none before it. `power` has what the checksum of the whole needs of the length.
 */
export type Piece = { readonly deflated: Buffer; readonly bytes: number; readonly crc: number; readonly power: number }

/** Of much JSON level 4 leaves a seventh; level 6 takes three times as long for another 6 %. It runs beside the event loop. */
const level = 4
/**
 * Of some 16 KiB level 5 leaves 4 % less than level 4 in the same time. A larger window finds nothing more there, and what zlib reserves for it
 * counts for the garbage collector.
 */
const forPieces = { level: 5, windowBits: 14, memLevel: 6, finishFlush: constants.Z_SYNC_FLUSH }
const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)]
const unfinished = { finishFlush: constants.Z_SYNC_FLUSH }
/** A shorter text is stored as it is: to set up its compression costs more than all the rest of an answer. */
const leastCompressed = 2_048

export const gzipped = (plain: Buffer | string): Promise<Buffer> => promisify(gzip)(plain, { level })

/** Compresses texts to pieces, and decompresses pieces. */
export type Zip = { pieceOf(text: string): Promise<Piece> | Piece; textOf(piece: Piece): Promise<string> | string }

/** For many pieces: on zlib's threads, so the event loop stays free. */
export const zipOnThreads: Zip = {
  async pieceOf(text) {
    const plain = Buffer.from(text)
    return pieceFrom(plain, isShort(plain) ? stored(plain) : copyOf(await deflate(plain, forPieces)))
  },
  textOf: async ({ deflated }) => (await inflate(deflated, unfinished)).toString(),
}

/** For a few short pieces: a thread costs more CPU than the 0.1 ms that compressing one takes. */
export const zipSync = {
  pieceOf(text: string): Piece {
    const plain = Buffer.from(text)
    return pieceFrom(plain, isShort(plain) ? stored(plain) : copyOf(deflateRawSync(plain, forPieces)))
  },
  textOf: ({ deflated }: Piece): string => inflateRawSync(deflated, unfinished).toString(),
} satisfies Zip

const isShort = (plain: Buffer): boolean => plain.length < leastCompressed

const pieceFrom = (plain: Buffer, deflated: Buffer): Piece => ({
  deflated,
  bytes: plain.length,
  crc: crc32(plain),
  power: powerOf(plain.length),
})

/** zlib answers with a part of what it reserved, seven times as much, which would be kept with it. */
function copyOf(part: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(part.length)
  part.copy(copy)
  return copy
}

/** A block that is not compressed and not the last. */
function stored(plain: Buffer): Buffer {
  const block = Buffer.alloc(5 + plain.length)
  block.writeUInt16LE(plain.length, 1)
  block.writeUInt16LE(plain.length ^ 0xffff, 3)
  plain.copy(block, 5)
  return block
}

// Deflate, no name, no time, an unknown system.
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** An empty last block. */
const end = Buffer.from([3, 0])

export function gzipOf(pieces: readonly Piece[]): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeInt32LE(pieces.reduce((crc, piece) => multiplied(piece.power, crc) ^ piece.crc, 0))
  trailer.writeUInt32LE(bytesOf(pieces) % 2 ** 32, 4)
  return Buffer.concat([header, ...deflatedOf(pieces), end, trailer])
}

export const plainOf = (pieces: readonly Piece[]): Promise<Buffer> => inflate(Buffer.concat([...deflatedOf(pieces), end]))
export const plainNow = (pieces: readonly Piece[]): Buffer => inflateRawSync(Buffer.concat([...deflatedOf(pieces), end]))
export const bytesOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { bytes }) => sum + bytes, 0)

const deflatedOf = (pieces: readonly Piece[]) => pieces.map(({ deflated }) => deflated)

/** The polynomial of CRC-32, its bits reversed. Signed numbers of 32 bits all through: unsigned ones are twenty times as slow. */
const polynomial = 0xedb88320 | 0
const one = 0x80000000 | 0

/**
 * The product of two polynomials modulo that of CRC-32; the highest bit is the coefficient of x⁰. The checksum of two texts, one after the
 * other, is that of the first times x to the number of bits of the second, plus that of the second.
 */
function multiplied(a: number, b: number): number {
  let [left, shifted, product] = [a | 0, b | 0, 0]
  while (left !== 0) {
    if (left < 0) product ^= shifted
    left <<= 1
    shifted = shifted & 1 ? (shifted >>> 1) ^ polynomial : shifted >>> 1
  }
  return product
}

/** x to the power of eight times `bytes`, by squaring. */
function powerOf(bytes: number): number {
  let power = one
  // x⁸
  let square = one >>> 8
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = multiplied(square, power)
    square = multiplied(square, square)
  }
  return power
}
