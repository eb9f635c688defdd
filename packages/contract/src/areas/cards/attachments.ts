import { z } from 'zod'
import { flag, httpUrl, id } from '../../fields.ts'
import { mutation, read } from '../../operation.ts'
import { attachment } from '../../records/cards/card.ts'

/** Files and web addresses on cards. Specification: service §2 and §6, decisions §3. */
export const attachments = {
  'attachment.add': mutation({
    summary: 'Attach a file (multipart) or a web address (JSON) to a card',
    spec: 'decisions §3',
    access: { target: 'card', role: 'member', scope: 'cards:write' },
    input: z
      .object({
        cardId: id,
        file: z.file().optional().describe('The part `file` of a multipart body.'),
        url: httpUrl.optional().describe('A web address to attach instead, in a JSON body.'),
        name: z.string().trim().min(1).max(255).optional().describe('The name to show; the file name or the URL when absent.'),
        external: flag.optional().describe('Someone outside the board named or sent it, and you pass it on.'),
      })
      .refine(
        (input) => (input.file === undefined) !== (input.url === undefined),
        'give a multipart body with the part file, or JSON with url',
      ),
    output: attachment,
    rest: 'POST /api/cards/:cardId/attachments',
    status: 201,
    records: ['card.attachment_added'],
    errors: ['payload_too_large', 'unsupported_media_type'],
    body: 'multipart',
  }),
  'attachment.download': read({
    summary: 'Download an attached file; an attached web address has none',
    spec: 'decisions §3',
    access: { target: 'attachment', role: 'viewer', scope: 'boards:read' },
    input: z.object({
      attachmentId: id,
      inline: flag.optional().describe('Show it in the browser: only safe image types and PDF.'),
      thumbnail: z
        .enum(['320', '1280'])
        .optional()
        .describe(
          'The image as a WebP of at most this many pixels per side; 404 until it has been created; with inline, the image itself until then.',
        ),
    }),
    output: z.file(),
    rest: 'GET /api/attachments/:attachmentId',
  }),
  'attachment.delete': mutation({
    summary: 'Delete an attachment',
    spec: 'decisions §3',
    access: { target: 'attachment', role: 'member', scope: 'cards:write' },
    input: z.object({ attachmentId: id }),
    output: null,
    rest: 'DELETE /api/attachments/:attachmentId',
    records: ['card.attachment_removed'],
  }),
} as const
