import type { FaultCase } from './fault-case.ts'

/** Attached files. */
export const files: Record<string, FaultCase> = {
  F70: {
    rule: 'File names that are paths or hold control characters do no harm.',
    provedIn: ['packages/server/test/attachments/upload.test.ts'],
  },
  F71: {
    rule: 'HTML, SVG and XML that were attached run nothing in a browser.',
    provedIn: ['packages/server/test/attachments/in-a-browser.heavy.test.ts', 'packages/server/test/attachments/upload.test.ts'],
  },
  F72: {
    rule: 'An upload that breaks off, lies or is too large leaves no row and no file.',
    provedIn: ['packages/server/test/attachments/broken-uploads.test.ts'],
  },
}
