import type { InputOf, OperationName, OperationOf, OutputOf } from '@tandem/contract'

/** Operations whose answer is JSON or nothing; a file is fetched by its URL. */
export type CallableName = { [N in OperationName]: OutputOf<N> extends File ? never : N }[OperationName]

/** Operations whose answer is an array with a `Link` to the next page. */
export type PagedName = { [N in CallableName]: OperationOf<N> extends { paged: true } ? N : never }[CallableName]

export type CallOptions = {
  /** Aborted, it ends the call and every wait of it; the call throws the signal's reason. */
  signal?: AbortSignal
}

/** The input may be left out when nothing in it is required. */
export type CallArguments<N extends OperationName> =
  Partial<InputOf<N>> extends InputOf<N> ? [input?: InputOf<N>, options?: CallOptions] : [input: InputOf<N>, options?: CallOptions]
