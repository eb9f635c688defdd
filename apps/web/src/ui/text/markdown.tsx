import { LazyInPlace } from '../loading/lazy-boundary.tsx'
import { lazyPart } from '../loading/lazy-part.ts'
import type { MarkdownExtras } from './markdown-rendered.tsx'

export type { MarkdownExtras }

const Rendered = lazyPart(() => import('./markdown-rendered.tsx'))

type Props = {
  text: string
  extras?: MarkdownExtras
  /** Called with the text after a task was checked; without it, tasks are read-only. */
  onText?: ((text: string) => void) | undefined
}

/** A rendered Markdown text. While the renderer is not loaded, the source text is shown. */
export function Markdown({ text, extras, onText }: Props) {
  const source = <div className="prose whitespace-pre-wrap">{text}</div>
  return (
    <LazyInPlace fallback={source} instead={source}>
      <Rendered text={text} {...(extras && { extras })} {...(onText && { onText })} />
    </LazyInPlace>
  )
}

/** Strips the marks of a Markdown text that is shown in one line. */
export const plain = (text: string): string => text.replace(/\*\*|`|^#+ /gm, '')
