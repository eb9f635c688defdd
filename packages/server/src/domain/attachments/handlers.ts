import { sql } from '../../db/database.ts'
import type { FileStore } from '../../files/store.ts'
import type { HandlerOf, Handlers } from '../../kernel/handlers.ts'
import { attach, countAttachments } from './add.ts'
import { createDownload } from './download.ts'

/** Its files go by themselves (files/reservations.ts). */
const deleteAttachment = sql('delete from attachments where board_id = $1 and id = $2')

const remove: HandlerOf<'attachment.delete'> = async (tx) => {
  const { id, card_id: cardId, filename } = tx.target
  tx.send(deleteAttachment, [tx.board.id, id])
  tx.send(countAttachments, [tx.board.id, cardId, -1, tx.now])
  tx.record('card.attachment_removed', { cardId, attachmentId: id, filename }, { cardId })
  return null
}

export function createAttachmentHandlers({ store }: { store: FileStore }) {
  return {
    'attachment.add': attach,
    'attachment.download': createDownload(store),
    'attachment.delete': remove,
  } satisfies Partial<Handlers>
}
