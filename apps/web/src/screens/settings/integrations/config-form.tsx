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

type Config = Record<string, unknown>
type Edit = {
  isChanged: boolean
  forget: () => void
  /** This config is saved: the edit ends, but for what has been typed since. */
  end: (saved: Config) => void
  /** The config that the edit began from. */
  began: Config
  /** Continues the edit from the config that someone else has saved: what was changed here stays. */
  rebase: (theirs: Config) => void
}

/** The config while it is edited: with the form of its schema, or as JSON if the kind of integration is unknown. */
export function useConfigEdit(manifest: PluginManifest | null | undefined, kept: Record<string, unknown>): ConfigEdit & Edit {
  const [typed, setTyped] = useState<unknown>(undefined)
  const [began, setBegan] = useState(kept)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [jsonProblem, setJsonProblem] = useState(false)
  const schema: Schema | null = manifest ? manifest.configSchema : null
  const shown = typed ?? (schema ? kept : JSON.stringify(kept, null, 2))
  const value = schema ? tidied(schema, shown) : parsed(String(shown))
  const check = () => {
    const found = schema ? problemsIn(schema, value) : []
    setProblems(found)
    setJsonProblem(!isRecord(value))
    return found.length > 0 || !isRecord(value) ? null : value
  }
  const change = (next: unknown) => {
    if (typed === undefined) setBegan(kept)
    setTyped(next)
    setProblems([])
    setJsonProblem(false)
  }
  return {
    shown,
    problems,
    jsonProblem,
    change,
    check,
    forget: () => change(undefined),
    end(saved) {
      setTyped((now: unknown) => (now === typed ? undefined : now))
      setBegan(saved)
    },
    began,
    rebase(theirs) {
      if (!isRecord(value)) return
      const merged = rebased(value, schema ? asRecord(tidied(schema, began)) : began, theirs)
      change(schema ? merged : JSON.stringify(merged, null, 2))
      setBegan(theirs)
    },
    isChanged: JSON.stringify(value) !== JSON.stringify(kept),
  }
}

/** Theirs, with each value that was changed here since it began. */
function rebased(mine: Config, began: Config, theirs: Config): Config {
  const isMine = (key: string) => JSON.stringify(mine[key]) !== JSON.stringify(began[key])
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const values = keys.map((key) => [key, isMine(key) ? mine[key] : theirs[key]] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

const asRecord = (value: unknown): Config => (isRecord(value) ? value : {})

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
