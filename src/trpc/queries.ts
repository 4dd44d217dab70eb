import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from "@tanstack/react-query";

/**
 * What has changed is asked for anew even while its first answer is under way, which may be from before the change. TanStack Query
 * lets such a first question go on and then takes its answer for fresh.
 */
export class Queries extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters as InvalidateQueryFilters)
      .filter((query) => query.isActive() && query.state.data === undefined && query.state.fetchStatus === "fetching");
    await Promise.all(first.map((query) => query.cancel({ revert: true, silent: true })));
    return super.invalidateQueries(filters, options);
  }
}
