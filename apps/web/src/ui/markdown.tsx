import { lazy, Suspense } from 'react'

const Rendered = lazy(() => import('./markdown-rendered.tsx'))

/** Markdown that somebody wrote. Until the renderer has come, its text is read as it was written. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{text}</div>}>
      <Rendered text={text} />
    </Suspense>
  )
}
