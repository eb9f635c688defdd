import type { FileStore } from '../../files/store.ts'
import { answers, type HandlerOf, type Handlers } from '../../kernel/handlers.ts'
import { attach } from './add.ts'
import { createDownload } from './download.ts'
import { removeAttachment } from './remove.ts'

const remove: HandlerOf<'attachment.delete'> = async (tx) => {
  // People undo what agents do.
  await removeAttachment(tx, tx.target, { keeps: tx.principal.kind === 'agent' })
  return null
}

export function createAttachmentHandlers({ store }: { store: FileStore }) {
  return {
    'attachment.add': answers(attach),
    'attachment.download': { run: createDownload(store) },
    'attachment.delete': answers(remove),
  } satisfies Partial<Handlers>
}
