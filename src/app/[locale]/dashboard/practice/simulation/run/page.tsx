import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SimulationRun } from "@/features/practice/simulations/components/simulation-run";

export const generateMetadata = titled("simulation");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SimulationRun />;
}
