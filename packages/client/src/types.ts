import type { InputOf, OperationName, OperationOf, OutputOf } from '@tandem/contract'

/** Operations whose answer is JSON or nothing; a file is fetched by its URL. */
export type CallableName = { [N in OperationName]: OutputOf<N> extends File ? never : N }[OperationName]

/** Operations whose answer is an array with a `Link` to the next page. */
export type PagedName = { [N in CallableName]: OperationOf<N> extends { paged: true } ? N : never }[CallableName]

export type CallOptions = {
  /** Aborted, it ends the call and every wait of it; the call throws the signal's reason. */
  signal?: AbortSignal
}

/** Whether nothing is required; an input without any key has the type of a record of nothing. */
type MayBeLeftOut<Input> = Input extends Record<string, never> ? true : Partial<Input> extends Input ? true : false

export type CallArguments<N extends OperationName> =
  MayBeLeftOut<InputOf<N>> extends true ? [input?: InputOf<N>, options?: CallOptions] : [input: InputOf<N>, options?: CallOptions]
