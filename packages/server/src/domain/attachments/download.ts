import { refusal } from '@tandem/contract'
import type { FileStore } from '../../files/store.ts'
import type { HandlerOf, RunOf } from '../../kernel/handlers.ts'
import type { FileReply, Reply } from '../../kernel/reply.ts'
import { canBeMadeSmall, canBeShown } from './types.ts'

/** The bytes of an attached file, or of its image made small. Specification: decisions §3, reliability U1. */
export function createDownload(store: FileStore): RunOf<'attachment.download'> {
  return async ({ target }, input) => {
    if (target.fileKey === null || target.sizeBytes === null) throw refusal('attachmentNoFile')
    if (input.thumbnail && !standsIn(target, input)) return fileReply(thumbnailOf(store, target, input.thumbnail))
    const shown = canBeShown(target)
    return fileReply({
      ...fileOf(store, target.fileKey),
      filename: target.filename,
      contentType: shown ? (target.contentType ?? '') : 'application/octet-stream',
      sizeBytes: target.sizeBytes,
      inline: shown && input.inline === true,
    })
  }
}

type Target = Parameters<HandlerOf<'attachment.download'>>[0]['target']

const keyOf = ({ smallKey, largeKey }: Target, width: '320' | '1280'): string | null => (width === '320' ? smallKey : largeKey)

/** A page that shows an image cannot know whether it has a thumbnail yet. Until then, `inline` shows the image itself. */
const standsIn = (target: Target, { thumbnail, inline }: Parameters<HandlerOf<'attachment.download'>>[1]): boolean =>
  inline === true && canBeMadeSmall(target) && keyOf(target, thumbnail ?? '320') === null

function thumbnailOf(store: FileStore, target: Target, width: '320' | '1280'): FileReply {
  const key = keyOf(target, width)
  if (key === null) throw refusal('thumbnailNone', { width, why: reasonOf(target) })
  return { ...fileOf(store, key), filename: `${width}.webp`, contentType: 'image/webp', sizeBytes: null, inline: true }
}

function reasonOf({ thumbnailDueAt, thumbnailFailure }: Target): string {
  if (thumbnailDueAt !== null) return 'yet. Ask again in a moment'
  return `of this file: ${thumbnailFailure ?? 'it is no PNG, JPEG, GIF or WebP'}. Download the file itself`
}

/** The bytes under a key never change, so the key is the version. */
function fileOf(store: FileStore, key: string): Pick<FileReply, 'version' | 'open'> {
  return { version: key, open: (range) => store.get(key, range) }
}

const fileReply = (file: FileReply): Reply<never> => ({ kind: 'file', file })
