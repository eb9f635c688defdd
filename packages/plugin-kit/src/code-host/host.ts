/** The few things that are asked of a code host, as the account that the plugin is there. */
export type CodeHost = {
  /** `externalSystem` of links and events. */
  system: string
  /** Null without credentials. */
  api: CodeHostApi | null
}

export type CodeHostApi = {
  /** The messages of the commits of a pull request: as many as one would read. */
  commitMessages(at: Place): Promise<string[]>
  /** Those that the plugin wrote. */
  comments(at: Place): AsyncGenerator<{ id: number; body: string }>
  addComment(at: Place, body: string): Promise<number>
  /** False when it is no longer there. */
  changeComment(at: Place, commentId: number, body: string): Promise<boolean>
}

/** A pull request; at GitHub also the installation of the App through which it was heard of. */
export type Place = { repository: string; number: number; installationId?: number | null | undefined }

/** The host refuses permanently: the request is given up. */
export class CodeHostRefusal extends Error {
  readonly status: number

  constructor(name: string, status: number, cause?: unknown) {
    super(`${name} answered ${status}.`, { cause })
    this.name = 'CodeHostRefusal'
    this.status = status
  }
}
