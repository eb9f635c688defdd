import type { Sharp } from 'sharp'

/** The sides of the squares that thumbnails fit in, in pixels. */
export const thumbnailPixels = { small: 320, large: 1_280 } as const

/** The largest image that is decoded: 50 megapixels take 200 MB of memory. */
const mostPixels = 50_000_000
const longestSeconds = 30

/** An image that cannot be made small, now or later. */
export class UnfitImage extends Error {}

/** `inside`: as the image is, within a square; `cover`: a square, cut out of its middle. */
type Fit = 'inside' | 'cover'
type MakeThumbnail = (image: Buffer, pixels: number, fit?: Fit) => Promise<Buffer>

/** Null where the library has no build for this platform: then there are no thumbnails. */
export async function loadMakeThumbnail(): Promise<MakeThumbnail | null> {
  const sharp = await import('sharp').then(
    (module) => module.default,
    () => null,
  )
  if (!sharp) return null
  // One image at a time, without a cache: memory stays within the needs of one image.
  sharp.concurrency(1)
  sharp.cache(false)
  // Only the four formats that attachments are recognised as: no SVG, no PDF, no ImageMagick behind it.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'] })
  return (image, pixels, fit = 'inside') => webpOf(() => sharp(image, { limitInputPixels: mostPixels, sequentialRead: true }), pixels, fit)
}

/** Rotated upright, and without the metadata of the camera: place, time, owner. `open` throws for an empty file. */
async function webpOf(open: () => Sharp, pixels: number, fit: Fit): Promise<Buffer> {
  try {
    return await open()
      .timeout({ seconds: longestSeconds })
      .autoOrient()
      .resize({ width: pixels, height: pixels, fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality: 80 })
      .toBuffer()
  } catch (error) {
    throw new UnfitImage(reasonOf(error), { cause: error })
  }
}

function reasonOf(error: unknown): string {
  const { message } = error as Error
  if (/pixel limit/i.test(message)) return `it has more than ${mostPixels / 1_000_000} megapixels`
  return /timeout/i.test(message) ? `it takes longer than ${longestSeconds} s to make small` : 'it cannot be read as an image'
}
