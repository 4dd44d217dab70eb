import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient, type QueryKey } from "@tanstack/react-query";

/**
 * What has changed is asked for anew even while its first answer is under way, which may be from before the change. TanStack Query
 * lets such a first question go on and then takes its answer for fresh. It goes on here, too, so that something shows however often
 * something changes; but once it has been answered it is asked again.
 */
export class Queries extends QueryClient {
  readonly #again = new Set<Query>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters as InvalidateQueryFilters)
      .filter((query) => query.isActive() && query.state.data === undefined && query.state.fetchStatus === "fetching")
      .filter((query) => !this.#again.has(query));
    const renewed = super.invalidateQueries(filters, options);
    for (const query of first) this.#again.add(query);
    await Promise.all([renewed, ...first.map((query) => this.#askAgain(query))]);
  }

  async #askAgain(query: Query): Promise<void> {
    // The question that is under way.
    await query.fetch().catch(() => {});
    this.#again.delete(query);
    await super.invalidateQueries({ predicate: (one) => one === query });
  }
}
