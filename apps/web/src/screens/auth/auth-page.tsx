import type { ReactNode } from 'react'
import { languages, locales } from '../../i18n/languages/languages.ts'
import { useLocaleChoice } from '../../i18n/locale.tsx'
import { Brand } from '../../shell/brand.tsx'

/** The frame of all pages before sign-in: one column, one task. */
export function AuthPage({
  title,
  intro,
  children,
  footer,
}: {
  title: string
  intro?: ReactNode
  children?: ReactNode
  footer?: ReactNode
}) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col px-5 pt-[12vh] pb-6">
      <Brand />
      <h1 className="mt-8 font-semibold text-2xl tracking-tight">{title}</h1>
      {intro && <p className="mt-2 text-ink-2 text-md">{intro}</p>}
      <div className="mt-6">{children}</div>
      {footer && <div className="mt-6 text-ink-2 text-md">{footer}</div>}
      <Languages />
    </main>
  )
}

function Languages() {
  const { locale, choose } = useLocaleChoice()
  return (
    <div className="-ml-2 mt-auto flex gap-1 pt-10">
      {locales.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === locale}
          onClick={() => choose(each)}
          className="rounded-sm px-2 py-1 text-ink-3 text-sm hover:bg-hover aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:min-h-11"
        >
          {languages[each].name}
        </button>
      ))}
    </div>
  )
}
