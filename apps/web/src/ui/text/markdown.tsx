import { LazyInPlace } from '../loading/lazy-boundary.tsx'
import { lazyPart } from '../loading/lazy-part.ts'
import type { MarkdownExtras } from './markdown-rendered.tsx'
import { plain } from './plain.ts'

export type { MarkdownExtras }

export const loadMarkdown = () => import('./markdown-rendered.tsx')
const Rendered = lazyPart(loadMarkdown)

type Props = {
  text: string
  extras?: MarkdownExtras
  /** Called with the text after a task was checked; without it, tasks are read-only. */
  onText?: ((text: string) => void) | undefined
}

/** A rendered Markdown text. While the renderer is not loaded, the text without its marks. */
export function Markdown({ text, extras, onText }: Props) {
  const unrendered = <Unrendered text={text} />
  return (
    <LazyInPlace fallback={unrendered} instead={unrendered}>
      <Rendered text={text} {...(extras && { extras })} {...(onText && { onText })} />
    </LazyInPlace>
  )
}

const Unrendered = ({ text }: { text: string }) => <div className="prose whitespace-pre-wrap">{plain(text)}</div>
