import { TandemError } from '@tandem/contract'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../../api/failure.ts'
import { useSize } from './size.ts'

/** Why a file was not taken: with the limit, when it is one. */
export function useUploadFailure(): (failure: unknown) => string {
  const t = useTranslations('details.files')
  const text = useFailureText()
  const size = useSize()
  return (failure) => {
    const limits = failure instanceof TandemError && failure.code === 'payload_too_large' ? limitsIn(failure.details) : {}
    if (limits.maxBytes !== undefined) return t('tooLarge', { most: size(limits.maxBytes) })
    if (limits.quotaBytes !== undefined) return t('quota', { most: size(limits.quotaBytes), used: size(limits.usedBytes ?? 0) })
    return text(failure)
  }
}

type Limits = { maxBytes?: number; quotaBytes?: number; usedBytes?: number }

function limitsIn(details: unknown): Limits {
  const numbers = typeof details === 'object' && details !== null ? Object.entries(details) : []
  return Object.fromEntries(numbers.filter(([, value]) => typeof value === 'number'))
}
