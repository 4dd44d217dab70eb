import { type PageProps, staticLocale, titled } from "@/app/static-page";
import { SimulationReport } from "@/features/practice/simulations/components/simulation-report";

export const generateMetadata = titled("simulation");

export default async function Page(props: PageProps) {
  await staticLocale(props);
  return <SimulationReport />;
}
