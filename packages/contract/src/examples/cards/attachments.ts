import type { Examples } from '../example.ts'
import { ada, at, fileAttachmentId, linkAttachmentId, otherCardId } from '../story.ts'

const plan = () => new File(['Doors open at seven.\n'], 'programme.txt', { type: 'text/plain' })

export const attachmentExamples = {
  'attachment.add': {
    input: { cardId: otherCardId, url: 'https://example.org/hall.pdf', name: 'The hall' },
    output: {
      id: linkAttachmentId,
      attachmentId: linkAttachmentId,
      cardId: otherCardId,
      kind: 'link',
      name: 'The hall',
      filename: 'The hall',
      contentType: null,
      sizeBytes: null,
      url: 'https://example.org/hall.pdf',
      createdByActorId: ada,
      author: { actorId: ada, role: 'admin' as const },
      createdAt: at,
    },
  },
  'attachment.download': {
    after: [{ do: 'attachment.add', input: { cardId: otherCardId, file: plan() }, gives: { id: fileAttachmentId } }],
    input: { attachmentId: fileAttachmentId },
    output: plan(),
  },
  'attachment.delete': { after: ['attachment.add'], input: { attachmentId: linkAttachmentId } },
} satisfies Examples
