import { lazy, Suspense } from 'react'
import type { MarkdownExtras } from './markdown-rendered.tsx'

export type { MarkdownExtras }

const Rendered = lazy(() => import('./markdown-rendered.tsx'))

type Props = {
  text: string
  extras?: MarkdownExtras
  /** Takes the text in which a task was ticked; without it, tasks are only read. */
  onText?: ((text: string) => void) | undefined
}

/** Markdown that somebody wrote. Until the renderer has come, its text is read as it was written. */
export function Markdown({ text, extras, onText }: Props) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{text}</div>}>
      <Rendered text={text} {...(extras && { extras })} {...(onText && { onText })} />
    </Suspense>
  )
}

/** Of a text in Markdown that is shown in a line: its marks would only be in the way. */
export const plain = (text: string): string => text.replace(/\*\*|`|^#+ /gm, '')
