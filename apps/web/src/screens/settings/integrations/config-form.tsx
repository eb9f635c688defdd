import type { PluginManifest } from '@tandem/contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../ui/form/field.tsx'
import { isRecord, type Problem, problemsIn, type Schema, tidied } from './schema.ts'
import { SchemaForm } from './schema-form.tsx'

export type ConfigEdit = {
  shown: unknown
  problems: readonly Problem[]
  jsonProblem: boolean
  change: (value: unknown) => void
  /** The config to save; null if a value is invalid, which is then shown. */
  check: () => Record<string, unknown> | null
}

/** The config while it is edited: with the form of its schema, or as JSON if the kind of integration is unknown. */
export function useConfigEdit(
  manifest: PluginManifest | null | undefined,
  kept: Record<string, unknown>,
): ConfigEdit & { isChanged: boolean; forget: () => void } {
  const [typed, setTyped] = useState<unknown>(undefined)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [jsonProblem, setJsonProblem] = useState(false)
  const schema: Schema | null = manifest ? manifest.configSchema : null
  const shown = typed ?? (schema ? kept : JSON.stringify(kept, null, 2))
  const check = () => {
    const value = schema ? tidied(schema, shown) : parsed(String(shown))
    const found = schema ? problemsIn(schema, value) : []
    setProblems(found)
    setJsonProblem(!isRecord(value))
    return found.length > 0 || !isRecord(value) ? null : value
  }
  const change = (value: unknown) => {
    setTyped(value)
    setProblems([])
    setJsonProblem(false)
  }
  const value = schema ? tidied(schema, shown) : parsed(String(shown))
  return {
    shown,
    problems,
    jsonProblem,
    change,
    check,
    forget: () => change(undefined),
    isChanged: JSON.stringify(value) !== JSON.stringify(kept),
  }
}

function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return null
  }
}

export function ConfigFields({ manifest, edit }: { manifest: PluginManifest | null | undefined; edit: ConfigEdit }) {
  const t = useTranslations('automation.config')
  if (manifest) return <SchemaForm schema={manifest.configSchema} value={edit.shown} problems={edit.problems} onChange={edit.change} />
  return (
    <TextField
      label={t('json')}
      rows={4}
      spellCheck={false}
      className="font-mono"
      value={String(edit.shown)}
      problem={edit.jsonProblem ? t('noJson') : null}
      onChange={(event) => edit.change(event.target.value)}
    />
  )
}
