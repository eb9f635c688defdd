import type { RequirementTable } from '../../requirement-table.ts'

/** Decisions.md §3: files and links on cards. */
export const attachments = {
  'attachment.upload.answer': {
    source: 'decisions §3',
    rule: 'POST /api/cards/:id/attachments with multipart field file answers 201 with the attachment.',
  },
  'attachment.upload.max-bytes': { source: 'decisions §3', rule: 'A file above ATTACHMENT_MAX_BYTES answers 413 and stores nothing.' },
  'attachment.upload.max-default': { source: 'decisions §3', rule: 'ATTACHMENT_MAX_BYTES is 25 MiB when not set.' },
  'attachment.upload.streamed': {
    source: 'decisions §3',
    rule: 'An upload is streamed: the memory of the process does not grow with the file.',
  },
  'attachment.upload.board-quota': { source: 'decisions §3', rule: 'An upload beyond ATTACHMENT_BOARD_QUOTA_BYTES answers 413.' },
  'attachment.upload.quota-default': { source: 'decisions §3', rule: 'ATTACHMENT_BOARD_QUOTA_BYTES is 1 GiB when not set.' },
  'attachment.link.created': { source: 'decisions §3', rule: 'POST with JSON {url, name} makes an attachment of kind link.' },
  'attachment.download.bytes': { source: 'decisions §3', rule: 'GET /api/attachments/:id returns exactly the bytes that were uploaded.' },
  'attachment.download.as-attachment': { source: 'decisions §3', rule: 'Without inline the file is offered as a download.' },
  'attachment.download.inline-safe': { source: 'decisions §3', rule: '?inline=1 shows safe image types and PDF inline.' },
  'attachment.download.inline-unsafe': { source: 'decisions §3', rule: '?inline=1 on any other type, such as HTML, still downloads.' },
  'attachment.download.headers': {
    source: 'decisions §3',
    rule: 'Every download carries nosniff and a sandboxing Content-Security-Policy.',
  },
  'attachment.delete.answer': { source: 'decisions §3', rule: 'DELETE /api/attachments/:id answers 204 and the file is no longer served.' },
  'attachment.imported': {
    source: 'beyond the specification',
    rule: 'An imported attachment tells in imported who attached it and when, as the file says; createdByActorId is who imported it.',
  },
  'card.cover.set': {
    source: 'beyond §10',
    rule: 'PATCH of a card with coverAttachmentId sets one of its image attachments as cover, null removes it; card.updated tells it, and summaries have it.',
  },
  'card.cover.refused': {
    source: 'beyond §10',
    rule: 'What is no PNG, JPEG, GIF or WebP attached to the card itself is refused as a cover with 400, and nothing of the request is done.',
  },
  'card.cover.with-attachment': { source: 'beyond §10', rule: 'Deleting an attachment that is the cover removes the cover.' },
  'card.cover.copied': {
    source: 'beyond §10',
    rule: 'A copy of a card or board has the copied image as cover; a moved card keeps its cover.',
  },
  'card.cover.transferred': { source: 'beyond §10', rule: 'An export with files brings covers along.' },
  'attachment.store.local': { source: 'decisions §3', rule: 'Without ATTACHMENT_STORE files lie on the local disk.' },
  'attachment.store.s3': { source: 'decisions §3', rule: 'With ATTACHMENT_STORE=s3 files lie in an S3-compatible bucket.' },
} as const satisfies RequirementTable
