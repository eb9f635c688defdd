import { buffer } from 'node:stream/consumers'
import { fieldRefusal, refusal, TandemError } from '@tandem/contract'
import { loadMakeThumbnail, UnfitImage } from '../../files/make-thumbnail.ts'
import type { Reservations } from '../../files/reservations.ts'
import type { FileStore } from '../../files/store.ts'
import { StoredFile } from '../../files/stored-file.ts'
import type { PublicRead } from '../../kernel/handlers.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { createPictureLine } from './picture-line.ts'

/**
 * Pictures of actors, made small and square before the transaction that keeps them. A picture at an address is fetched once, when the
 * address is set: browsers never load it from there, so that no other site learns who looks at a board. Specification: decisions §2 and §5.
 */
export type Pictures = {
  /** The small picture, to be kept by a transaction. Throws unsupported_media_type, payload_too_large or unavailable. */
  fromFile(read: For, file: unknown): Promise<Picture>
  /** The same for the image at an address; null when there is no usable image: the address itself is stored all the same. */
  fromAddress(read: For, url: string): Promise<string | null>
  /** Deletes a picture that no transaction keeps. */
  discard(picture: Pick<Picture, 'key'>): Promise<void>
}
type For = Pick<PublicRead, 'principal' | 'policy'>

/** `version` changes with the file that was sent. */
export type Picture = { key: string; version: string }

export type PictureDeps = { store: FileStore; reservations: Reservations; outbound: Outbound }

/** Pixels of a side: twice the largest size at which one is shown, for dense screens. */
const side = 128
const mostBytes = 10_000_000
/** The person who sets the address waits for this request. */
const timeoutMs = 3_000

export function createPictures({ store, reservations, outbound }: PictureDeps): Pictures {
  const line = createPictureLine()
  let loaded: ReturnType<typeof loadMakeThumbnail> | undefined

  return {
    async fromFile({ principal }, file) {
      if (!(file instanceof StoredFile)) throw fieldRefusal('file', 'fileNoPart')
      const { key, sizeBytes, sha256 } = file.stored
      if (sizeBytes > mostBytes) throw refusal('fileTooLarge', { bytes: mostBytes }, { details: { maxBytes: mostBytes } })
      // It waits in the store, and is read when its turn has come.
      const small = await line.enter(actorOf(principal), 0, ({ inTurn }) =>
        inTurn(async () => squareOf(await buffer(await store.get(key)))),
      )
      return { key: await keep(small), version: sha256.slice(0, 12) }
    },
    async fromAddress({ principal, policy }, url) {
      // Everyone who is signed in sees the picture, so it is fetched from a private network only if the operator allows link previews from
      // there too.
      const onlyPublic = policy.linkPreviews !== 'private'
      const small = await line.enter(actorOf(principal), mostBytes, async ({ hold, inTurn }) => {
        const got = await outbound.get(url, { headers: { accept: 'image/*' }, timeoutMs, atMostBytes: mostBytes, onlyPublic })
        if ('problem' in got || got.status !== 200) return null
        hold(got.body.length)
        return inTurn(() => squareOf(got.body)).catch((error: unknown) => {
          if (error instanceof TandemError) return null
          throw error
        })
      })
      return small && keep(small)
    },
    // A file that cannot be deleted now is removed by the sweep.
    discard: ({ key }) => reservations.discard(key).catch(() => {}),
  }

  async function squareOf(image: Buffer): Promise<Buffer> {
    loaded ??= loadMakeThumbnail()
    const makeSmall = await loaded
    if (!makeSmall) throw refusal('picturesNone')
    try {
      return await makeSmall(image, side, 'cover')
    } catch (error) {
      if (error instanceof UnfitImage) throw refusal('pictureUnread')
      throw error
    }
  }

  function keep(small: Buffer): Promise<string> {
    return reservations.write(chunksOf(small))
  }
}

const actorOf = (principal: For['principal']): string => principal?.actorId ?? ''

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
