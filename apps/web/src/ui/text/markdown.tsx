import { lazy, Suspense } from 'react'
import type { MarkdownExtras } from './markdown-rendered.tsx'

export type { MarkdownExtras }

const Rendered = lazy(() => import('./markdown-rendered.tsx'))

/** Markdown that somebody wrote. Until the renderer has come, its text is read as it was written. */
export function Markdown({ text, extras }: { text: string; extras?: MarkdownExtras }) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{text}</div>}>
      <Rendered text={text} {...(extras && { extras })} />
    </Suspense>
  )
}

/** Of a text in Markdown that is shown in a line: its marks would only be in the way. */
export const plain = (text: string): string => text.replace(/\*\*|`|^#+ /gm, '')
