import { attachments } from '../../db/tables/cards/attachments.ts'
import { deleteFrom } from '../../db/writes.ts'
import type { FileStore } from '../../files/store.ts'
import { answers, type HandlerOf, type Handlers } from '../../kernel/handlers.ts'
import { attach, countAttachments } from './add.ts'
import { createDownload } from './download.ts'

/** The files are deleted later (files/reservations.ts). */
const deleteAttachment = deleteFrom(attachments, { key: ['boardId', 'id'] })

const remove: HandlerOf<'attachment.delete'> = async (tx) => {
  const { id, cardId, filename } = tx.target
  tx.send(deleteAttachment(tx.target))
  tx.send(countAttachments({ boardId: tx.board.id, id: cardId, updatedAt: tx.now, more: -1 }))
  tx.record('card.attachment_removed', { cardId, attachmentId: id, filename }, { cardId })
  return null
}

export function createAttachmentHandlers({ store }: { store: FileStore }) {
  return {
    'attachment.add': answers(attach),
    'attachment.download': { run: createDownload(store) },
    'attachment.delete': answers(remove),
  } satisfies Partial<Handlers>
}
